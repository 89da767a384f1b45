import { PublicMcpError } from '@service/sdk/define';

/** A memory that cannot be: its caller is told why. */
export class MemoryError extends PublicMcpError {
  override readonly name: string = 'MemoryError';

  constructor(fault: string) {
    super(`remember: ${fault}`, 'MEMORY_REFUSED', 400);
  }
}
