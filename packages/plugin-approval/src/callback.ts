import { isRecord } from '@service/sdk/internal';
import { readDecision, tellDecision, WrongDecision } from './decision.ts';
import type { FoundChallenge, Requests } from './requests.ts';
import type { Audit } from './audit.ts';

/** Bytes of a decision. */
const maxBody = 16_384;

const noRequest = 'No request waits for this verifier: it was decided already, or its time is over';

const answer = (status: number, more: Readonly<Record<string, unknown>>): Response =>
  Response.json(more, { status, headers: { 'cache-control': 'no-store' } });
const refuse = (status: number, message: string): Response =>
  answer(status, { error: status === 404 ? 'not_found' : 'invalid_request', message });

/** Answers the receiver, who proves by the verifier which request it decides. */
export async function answerCallback(
  request: Request,
  { audit, requests }: { readonly audit: Audit; readonly requests: Requests },
): Promise<Response> {
  const given = await bodyOf(request);
  if (given instanceof Response) return given;
  const { codeVerifier, toolId } = given;
  if (typeof codeVerifier !== 'string')
    return refuse(400, '"codeVerifier" must be the text of the header X-Service-Code-Verifier of the request');
  const found = await requests.find(codeVerifier);
  if (found === undefined) return refuse(404, noRequest);
  if (toolId !== undefined && toolId !== found.waiting.toolId) return refuse(400, 'The verifier belongs to a request for another tool');
  return decide(given, found, { audit, requests });
}

async function decide(
  given: Readonly<Record<string, unknown>>,
  found: FoundChallenge,
  { audit, requests }: { readonly audit: Audit; readonly requests: Requests },
): Promise<Response> {
  try {
    const decision = readDecision(given, found.waiting);
    if (!(await tellDecision(found, decision, { audit, requests }))) return refuse(404, noRequest);
    return answer(200, { status: decision.approved ? 'approved' : 'denied', toolId: found.waiting.toolId });
  } catch (failure) {
    if (failure instanceof WrongDecision) return refuse(400, failure.message);
    throw failure;
  }
}

async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>> | Response> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return refuse(415, 'The body must be JSON, with content-type application/json');
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maxBody) return refuse(413, `The body must have at most ${maxBody} bytes`);
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isRecord(value)) return value;
  } catch {
    // Told below.
  }
  return refuse(400, 'The body must be a JSON object: { codeVerifier, approved, scope?, ttlMs?, grantedBy?, reason? }');
}
