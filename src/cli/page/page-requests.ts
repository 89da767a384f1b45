import type { IncomingMessage } from 'node:http';
import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { maxPlaces, type PlacesRequest, type WidgetPosition } from './page-types.ts';

/** Bytes of a list of tools. */
const maxListBytes = 16 * 1024 * 1024;
const maxTools = 10_000;
/** Bytes of a list of positions. */
const maxPlacesBytes = 64 * 1024;
/** Characters of a tool's name. */
const maxName = 1000;

/** A request whose body is not what its path takes. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly status: 400 | 413;

  /** @param status of the answer */
  constructor(status: BadRequest['status'], why: string) {
    super(why);
    this.status = status;
  }
}

/** Tools whose tokens are asked for. @throws {BadRequest} for anything else, and for more than 10,000 or 16 MB of them */
export async function readTools(request: IncomingMessage): Promise<readonly JsonObject[]> {
  const tools = await readJson(request, maxListBytes);
  if (Array.isArray(tools) && tools.length <= maxTools && tools.every(isJsonObject)) return tools;
  throw new BadRequest(400, `Send a list of up to ${maxTools} tools`);
}

/** Positions of a widget, which has told them itself. @throws {BadRequest} for anything else, and for more than 100 of them */
export async function readPlacesRequest(request: IncomingMessage): Promise<PlacesRequest> {
  const body = await readJson(request, maxPlacesBytes);
  const { hash, positions, tool } = isJsonObject(body) ? body : {};
  const isNamed = typeof tool === 'string' && tool.length <= maxName && typeof hash === 'string' && /^[\w-]{43}$/.test(hash);
  const read = Array.isArray(positions) && positions.length <= maxPlaces ? positions.map(positionIn) : [undefined];
  const known = read.filter((position) => position !== undefined);
  if (isNamed && known.length === read.length) return { tool, hash, positions: known };
  throw new BadRequest(400, `Send tool, hash and up to ${maxPlaces} positions, each with a line and a column from 1`);
}

function positionIn(value: Json): WidgetPosition | undefined {
  const { column, line } = isJsonObject(value) ? value : {};
  return isCount(line) && isCount(column) ? { line, column } : undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

async function readJson(request: IncomingMessage, maxBytes: number): Promise<Json> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new BadRequest(413, `Send at most ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as Json;
  } catch {
    throw new BadRequest(400, 'Send JSON');
  }
}
