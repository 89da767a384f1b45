/* A prebuilt output under a runner of ours, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { noteVariables, refuseSecretsIn } from '../secrets-sent.ts';
import { noteServer } from './server-logs.ts';

const runner = join(import.meta.dirname, '../functions/serve-output.mjs');

export interface OutputBoot {
  readonly port: number;
  readonly output: { text: string };
  /** Waits until it has written the text. */
  until(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder the one with `config.json` */
export async function bootOutput(folder: string, variables: Readonly<Record<string, string>> = {}): Promise<OutputBoot> {
  noteVariables(variables);
  const output = { text: '' };
  noteServer(`the output ${folder}`, () => output.text);
  const child = spawn(process.execPath, [runner, folder], { env: { PATH: process.env['PATH'], ...variables } });
  const end = once(child, 'close');
  child.stderr.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.text += chunk.toString();
      const found = /listening at (\d+)/.exec(output.text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('close', (code) => reject(new Error(`The runner ended with ${code}:\n${output.text}`)));
  });
  return {
    port,
    output,
    until: async (text) => {
      while (!output.text.includes(text)) await once(child.stderr, 'data');
    },
    stop: async () => {
      child.kill();
      await end;
      refuseSecretsIn(output.text);
    },
  };
}
