/** The version of this package; test/package.test.ts holds it to package.json. */
export const VERSION = '0.1.0'
