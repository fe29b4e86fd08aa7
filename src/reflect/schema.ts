const SCOPE = { type: 'string', enum: ['project', 'global'] }
const TEXT = { type: 'string' }

/**
 * JSON schema of the answer to a reflection. Every field is required and no other is allowed:
 * strict modes of providers insist on both. What it cannot say is checked in checkCandidates.
 */
export const REFLECTION_SCHEMA: Record<string, unknown> = toObject({
  memories: toList({
    kind: { type: 'string', enum: ['fact', 'preference', 'constraint', 'procedure'] },
    title: TEXT,
    content: TEXT,
    tags: { type: 'array', items: TEXT },
    scope: SCOPE,
  }),
  skills: toList({ name: TEXT, description: TEXT, body: TEXT, scope: SCOPE }),
})

function toObject(properties: Record<string, unknown>): Record<string, unknown> {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function toList(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'array', items: toObject(properties) }
}
