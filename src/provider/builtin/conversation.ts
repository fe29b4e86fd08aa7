import type { Turn } from '../types.js'
import { analyse, type Analysed } from './model/analyse.js'
import type { Scorer, Scores } from './model/score.js'
import { placeOf, type Message, type Place } from './model/surroundings.js'
import { withoutQuoted } from './quoted.js'
import { toSentences, type Sentence } from './sentences.js'

/** A sentence of a conversation with what the model makes of it. */
export interface Spoken extends Sentence {
  who: 'user' | 'agent'
  own: Analysed
  place: Place
  scores: Scores
}

/** Sentences that are read of a long reply. */
const MOST_OF_REPLY = 60
const FENCED = /\s*```(?:sh|bash|shell|console|zsh|text|terminal)?\n([^`]{1,300}?)\n?```/g

/** The messages of a batch, sentence by sentence: each prompt, then its reply; empty ones too. */
export function readConversation(turns: readonly Turn[], score: Scorer): Spoken[][] {
  const said = turns.flatMap(({ prompt, reply }, index) => [
    { who: 'user' as const, sentences: toSentences(withCommands(prompt), index) },
    {
      who: 'agent' as const,
      sentences: toSentences(withCommands(reply), index).slice(0, MOST_OF_REPLY),
    },
  ])
  const filled = said.filter(({ sentences }) => sentences.length > 0)
  const messages: Message[] = filled.map(({ who, sentences }) => {
    return { who, sentences: sentences.map(({ text }) => analyse(withoutQuoted(text))) }
  })
  return filled.map(({ who, sentences }, index) =>
    sentences.map((sentence, at) => {
      const own = messages[index]?.sentences[at] as Analysed
      const place = placeOf(messages, index, at)
      return { ...sentence, who, own, place, scores: score(own, place) }
    }),
  )
}

/** A short fenced block of commands is part of what is said: "I ran: `make seed`". */
function withCommands(text: string): string {
  if (!text.includes('```')) return text
  return text.slice(0, 100_000).replace(FENCED, (all, body: string) => {
    const lines = body.split('\n').map(line => line.replace(/^\$ /, '').trim())
    const commands = lines.filter(line => line !== '')
    return commands.length > 0 && commands.length <= 3 && commands.every(isCommand)
      ? ` \`${commands.join(' && ')}\``
      : all
  })
}

const isCommand = (line: string) =>
  /^(?:[\w./-]+(?: .*)?$|[A-Z_]+=)/.test(line) && !/[;{}()]$|\w[.!?]$|^\w+(?: \w+){5,}$/.test(line)
