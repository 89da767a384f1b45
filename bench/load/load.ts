import { fork, type ChildProcess } from 'node:child_process';
import { newestNode } from '../../scripts/serving/judges.ts';
import { pinned } from '../servers/pinning.ts';
import type { LoadOrder, LoadReport } from './generator.ts';

export interface LoadProcess {
  send(order: LoadOrder): Promise<{ readonly answers: number; readonly seconds: number }>;
  stop(): void;
}

/** Starts the generator on its own core. */
export function startLoad(): LoadProcess {
  const [command = newestNode(), ...args] = pinned('load', [newestNode()]);
  const child: ChildProcess = fork(`${import.meta.dirname}/generator.ts`, [], {
    execPath: command,
    execArgv: [...args, '--import', 'tsx', '--conditions=service-source'],
  });
  return {
    send: (order) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null): void => reject(new Error(`the load generator ended with code ${code}`));
        child.once('exit', ended);
        child.once('message', (report: LoadReport) => {
          child.off('exit', ended);
          if ('problem' in report) reject(new Error(report.problem));
          else resolve(report);
        });
        child.send(order);
      }),
    stop: () => void child.kill(),
  };
}
