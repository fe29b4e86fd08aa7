import eslint from '@eslint/js'
import prettier from 'eslint-config-prettier'
import tseslint from 'typescript-eslint'

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

export default tseslint.config(
  {
    ignores: [
      'dist/',
      '.tap/',
      'test/fixtures/',
      'node_modules/',
      'src/provider/builtin/model/weights.ts',
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  prettier,
  {
    languageOptions: {
      parserOptions: {
        project: [
          './test/tsconfig.json',
          './src/panel/tsconfig.json',
          './test/panel/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
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
