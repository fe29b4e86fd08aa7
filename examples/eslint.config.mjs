export { default } from '../.eslint/eslint.config.mjs'
