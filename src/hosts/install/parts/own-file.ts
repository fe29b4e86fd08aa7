import { fileURLToPath } from 'node:url'
import { SvcError } from '../../../../store/errors.js'
import { quoteWord } from '../hook-command.js'
import type { Part, TextFormat } from '../part.js'

/** A file that is wholly of svc's making. */
export const OWN_FORMAT: TextFormat = {
  empty: '',
  isBlank: text => text.trim() === '',
  saysTheSame: (text, other) => text.trim() === other.trim(),
}

/** The whole text of a file of svc's own, known by a mark that any version of it holds. */
export function createOwnFilePart(text: string, mark: RegExp): Part {
  const isIn = (there: string) => mark.test(there)
  return {
    isSign: true,
    put: there => {
      if (there.trim() !== '' && !isIn(there)) {
        throw new SvcError('CONFLICT', "is another program's; move it away first")
      }
      return text
    },
    take: there => (isIn(there) ? '' : there),
    isIn,
    commands: there => {
      const urls = isIn(there) ? [...there.matchAll(/"(file:\/\/\/[^"]+)"/g)] : []
      return urls.map(([, url = '']) => quoteWord(fileURLToPath(url)))
    },
    lacks: there => (isIn(there) ? [] : ['the plugin']),
  }
}
