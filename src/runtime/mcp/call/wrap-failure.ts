import { ProtocolError, ServiceError } from '../../errors/index.ts';
import { readThrown } from './read-thrown.ts';

/** What a resource's or prompt's author threw, as an error that says nothing outside unless the author made it public. */
export function wrapFailure(
  thrown: unknown,
  as: { readonly code: 'RESOURCE_READ_ERROR' | 'PROMPT_EXECUTION_FAILED'; readonly what: string },
): never {
  const error = readThrown(thrown);
  if (error instanceof ProtocolError || error instanceof ServiceError) throw error;
  throw new ServiceError(as.code, `${as.what} failed: ${error.message}`, { cause: error });
}
