import { trimmedText } from '@service/sdk/internal';
import { isJsonObject, jsonObjectMember, type JsonObject } from '@service/sdk/model';
import type { DescribedOperation } from '../openapi-options.ts';
import { BrokenReference, type Documents } from './documents.ts';
import { DocumentFault } from './read-document.ts';

/** An operation as the description has it. */
export interface SourceOperation extends Omit<DescribedOperation, 'name'> {
  readonly node: JsonObject;
  /** What the path says for all its operations. */
  readonly pathItem: JsonObject;
  /** `GET /pets`. */
  readonly about: string;
}

/** An operation that became no tool. */
export interface LeftOut {
  readonly about: string;
  readonly why: string;
  /** The options ask for it. */
  readonly isChosen?: true;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Every operation of the description, in its order. @throws {DocumentFault} for a description without any */
export function operationsOf(documents: Documents): {
  readonly operations: readonly SourceOperation[];
  readonly leftOut: readonly LeftOut[];
} {
  const operations: SourceOperation[] = [];
  const leftOut: LeftOut[] = [];
  for (const [path, item] of Object.entries(jsonObjectMember(documents.main.root, 'paths'))) {
    if (path.startsWith('x-') || item === undefined) continue;
    try {
      const pathItem = documents.object(item);
      for (const method of methods) {
        const node = pathItem[method];
        if (!isJsonObject(node)) continue;
        if (method === 'trace') leftOut.push({ about: `TRACE ${path}`, why: 'no HTTP client of a web platform sends TRACE' });
        else operations.push(sourceOf({ method, node, path, pathItem }));
      }
    } catch (failure) {
      if (!(failure instanceof BrokenReference)) throw failure;
      leftOut.push({ about: path, why: `${failure.message} (${documents.placeOf(failure, ['paths', path])})` });
    }
  }
  if (operations.length === 0 && leftOut.length === 0)
    throw new DocumentFault(`${documents.place(['paths'])}: the description has no operation: nothing stands in "paths"`);
  return { operations, leftOut };
}

type Found = Pick<SourceOperation, 'method' | 'node' | 'path' | 'pathItem'>;

function sourceOf({ method, node, path, pathItem }: Found): SourceOperation {
  const { deprecated, description, operationId, summary, tags } = node;
  return {
    about: `${method.toUpperCase()} ${path}`,
    method,
    path,
    node,
    pathItem,
    operationId: trimmedText(operationId),
    summary: trimmedText(summary) ?? trimmedText(pathItem['summary']),
    description: trimmedText(description) ?? trimmedText(pathItem['description']),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    deprecated: deprecated === true,
  };
}
