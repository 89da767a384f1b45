/** JSON as it stands on the wire. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The two generations of the protocol: sessions with `initialize`, and requests that stand for themselves. */
export const eras = ['2025-06-18', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

export type HeaderFields = Readonly<Record<string, string>>;

/** The local platform of workers would compress, as the real one's edge does and no server of ours. */
export const uncompressed: HeaderFields = { 'accept-encoding': 'identity' };

/** What came back for one request, before normalisation. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderFields;
  /** Messages of the body in their order; a body that is no JSON is one text. */
  readonly messages: readonly Json[];
}

export const isEventStream = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/event-stream') === true;

export const answerFrom = ({ headers, status }: Response, messages: readonly Json[]): Answer => ({
  status,
  headers: Object.fromEntries(headers),
  messages,
});
