import { Writable } from 'node:stream';
import winston from 'winston';

export async function probe(): Promise<string> {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  const logger = winston.createLogger({ format: winston.format.simple(), transports: [new winston.transports.Stream({ stream })] });
  logger.info('hello');
  await new Promise((resolve) => setImmediate(resolve));
  return lines.join('').trim();
}
