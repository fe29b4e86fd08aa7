// Folds String.raw`…` into plain texts: of a template V8 keeps what it says, as it is written and as it is
// read, and its object beside; of the patterns of redaction that is most of a hook's program.
import { readFile } from 'node:fs/promises'

const RAW = /\b(?:r|String\.raw)`((?:\\[^]|\$\{\w+\}|[^`\\])*)`/g

/** For esbuild: the modules of redaction, whose patterns are templates without an escape of `{`. */
export const foldRaw = {
  name: 'fold-raw',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/redact\/[a-z]+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      return { contents: source.replace(RAW, (whole, raw) => fold(whole, raw)), loader: 'ts' }
    })
  },
}

function fold(whole, raw) {
  if (/\\(?:`|\$\{)/.test(raw)) return whole
  return '`' + raw.replace(/\\/g, '\\\\') + '`'
}
