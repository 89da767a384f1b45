import type { BuiltProject, StartOptions } from '../support/built-servers.ts';
import type { AttackOutcome } from './attack.ts';

/** A running server, and what it has logged. */
export interface AttackedServer {
  readonly port: number;
  readonly log: () => string;
}

/** An attack on a server that runs already. */
export interface ServerAttack {
  readonly name: string;
  readonly advisory: string;
  /**
   * Texts of an unminified bundle that stand against it, and what stands there without the guard; absent where no single text does, as where
   * only exact names are looked for, or where a unit test shows it without the race of two requests.
   */
  readonly without?: readonly (readonly [guard: string, instead: string])[];
  /** Whether it gets through. */
  readonly go: (server: AttackedServer) => Promise<boolean>;
}

/** Every attack on the server of a project, which is removed afterwards. @param of what is attacked, before each name */
export async function attackServer(
  made: BuiltProject,
  of: string,
  {
    attacks,
    start,
    target,
  }: { readonly attacks: readonly ServerAttack[]; readonly start: StartOptions; readonly target: 'node' | 'worker' },
): Promise<AttackOutcome[]> {
  try {
    const server = await made.start(target, start);
    try {
      const outcomes: AttackOutcome[] = [];
      for (const { advisory, go, name } of attacks)
        outcomes.push({ name: `${of}: ${name}`, advisory, target, outcome: (await go(server)) ? 'succeeded' : 'refused' });
      return outcomes;
    } finally {
      await server.stop();
    }
  } finally {
    made.remove();
  }
}
