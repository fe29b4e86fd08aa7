import { de } from './de.js'
import { en } from './en.js'
import { es } from './es.js'
import { fr } from './fr.js'
import { ja } from './ja.js'
import { toLanguage, type Language } from './language.js'
import { pt } from './pt.js'
import { zh } from './zh.js'

/**
 * The languages, each a row. Where two of them have words for one place, the earlier one is tried
 * first.
 */
export const LANGUAGES: readonly Language[] = [en, ...[de, fr, es, pt, zh, ja].map(toLanguage)]
