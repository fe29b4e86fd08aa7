/**
 * The function, which answers a text that it was asked about lately without reading it again: who
 * compares many texts asks about each of them many times. Nobody may change an answer.
 */
export function remembering<Answer>(
  read: (text: string) => Answer,
  most = 1_000,
): (text: string) => Answer {
  const answers = new Map<string, { answer: Answer }>()
  return text => {
    const known = answers.get(text)
    if (known !== undefined) return known.answer
    if (answers.size >= most) answers.clear()
    const answer = read(text)
    answers.set(text, { answer })
    return answer
  }
}
