/** What an answer that cannot be used is refused with. */
export const FAILED = { code: 'PROVIDER_FAILED' }
export const MEMORY = {
  kind: 'preference',
  title: 'Answers are short',
  content: 'The user wants short answers.',
  tags: ['style'],
  aliases: ['keep it brief'],
  scope: 'global',
}
export const SKILL = {
  name: 'release-checklist',
  description: 'Use when a release is cut.',
  body: '1. Run the tests\n2. Tag',
  scope: 'project',
}
export const ANSWER = { memories: [MEMORY], skills: [SKILL] }
