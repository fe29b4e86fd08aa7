// The one configuration of the linter. ESLint looks for a file of this name from the folder of the
// linted file upwards: the one in each folder hands this on, and its patterns count from the root.
import { join } from 'node:path'
import eslint from '@eslint/js'
import prettier from 'eslint-config-prettier'
import tseslint from 'typescript-eslint'
import { house, houseRules } from './house.mjs'

const ROOT = join(import.meta.dirname, '..')
const GLOBALS = [
  'AbortController',
  'AbortSignal',
  'Buffer',
  'Deno',
  'Request',
  'TransformStream',
  'URL',
  'console',
  'fetch',
  'performance',
  'process',
  'require',
  'setInterval',
  'setTimeout',
  'clearTimeout',
  'clearInterval',
  'setImmediate',
  'TextDecoder',
]

const configs = tseslint.config(
  {
    ignores: [
      'dist/',
      '.tap/',
      'test/fixtures/',
      'node_modules/',
      'src/provider/builtin/model/weights.ts',
      'src/reflect/pair-weights.ts',
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  prettier,
  {
    languageOptions: {
      parserOptions: {
        project: './test/tsconfig.json',
        tsconfigRootDir: ROOT,
        // The rules of the house look for docstrings, also where no types are loaded.
        jsDocParsingMode: 'all',
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-control-regex': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  ...['src/panel', 'test/panel'].map(folder => ({
    files: [`${folder}/**`],
    languageOptions: { parserOptions: { project: `./${folder}/tsconfig.json` } },
  })),
  { files: ['src/panel/**'], rules: { 'max-lines-per-function': ['error', 60] } },
  {
    files: ['{handlers,src,store}/**/*.{ts,tsx}'],
    ignores: ['**/*.d.ts'],
    plugins: { house },
    rules: houseRules,
  },
  {
    files: ['test/**'],
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
  { files: ['test/**', 'examples/**', 'src/bin/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: {
        ...Object.fromEntries(GLOBALS.map(name => [name, 'readonly'])),
      },
    },
  },
)

export default configs.map(config => ({ ...config, basePath: ROOT }))
