/** Layout of the derived index file; a file of another number is ignored and rebuilt. */
export const FORMAT_VERSION = 1

/**
 * What the terms in an index file mean. Raise it whenever src/recall turns the same text into other
 * terms: a test compares a fingerprint of the analysis with this number.
 */
export const ANALYSIS_VERSION = 1
