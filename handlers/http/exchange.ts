/** A request as the router sees it: no fetch class, so that tests, hooks and the CLI can make one. */
export interface RouteRequest {
  /** Upper case. `HEAD` is answered as `GET`; leaving out the body is the edge's affair. */
  method: string
  /** A path with an optional query, or an absolute http(s) URL. */
  url: string
  /** Reads the JSON object of the body once. Throws INVALID_REQUEST, BODY_TOO_LARGE. */
  readBody(): Promise<Record<string, unknown>>
}

/** A request that a path of the table matched. */
export interface MatchedRequest extends RouteRequest {
  /** Decoded once, `+` being a blank. */
  query: URLSearchParams
  /** The path's parameters, decoded once. */
  params: Record<string, string>
}

/** Starts sending: `send` takes one value an event. Returns the function that ends it. */
export type EventSource = (send: (event: unknown) => void) => () => void

/** An answer with a JSON value. */
export interface JsonAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** What an endpoint answers: a JSON value, or the source of a server-sent event stream. */
export type Answer = JsonAnswer | { status: number; events: EventSource }

/** The answer 200 with a JSON value. */
export function ok(body: unknown): JsonAnswer {
  return { status: 200, body }
}
