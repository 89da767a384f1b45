import { cpSync, rmSync } from 'node:fs';
import { run } from '../codecall/codecall-project.ts';
import { canary, reachedBy } from '../codecall/escape-outcome.ts';
import { escapeProject, within } from '../codecall/escape-run.ts';
import { escapeScripts } from '../codecall/escape-scripts.ts';
import { laterEscapeScripts } from '../codecall/later-escape-scripts.ts';
import { type BuiltServer, startFolder } from '../support/built-servers.ts';
import type { AttackedHost, AttackOutcome } from './attack.ts';
import { type Removal, type SandboxAttack, sandboxAttacks } from './sandbox-attacks.ts';
import { takeOut } from './take-out.ts';

/** Milliseconds of a script: enough for its calls on a busy machine. */
const timeoutMs = 12_000;
/** Of one that is there to reach something, or to hold the server. */
const shortMs = 600;
/** After which a server is held. */
const heldMs = 30_000;

const hosts: readonly AttackedHost[] = ['node', 'worker'];
const env = { CANARY: canary };

async function attackBy(host: AttackedHost, { advisory, go, name }: SandboxAttack, server: BuiltServer): Promise<AttackOutcome> {
  return { name: `sandbox: ${name}`, advisory, target: host, outcome: (await go(server)) ? 'succeeded' : 'refused' };
}

async function tryCorpus(host: AttackedHost, server: BuiltServer): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const { kind, script } of [...escapeScripts, ...laterEscapeScripts]) {
    const outcome = await within(heldMs, run(server, script));
    const isThrough = outcome === undefined || reachedBy(outcome);
    outcomes.push({ name: `script: ${kind}: ${script}`, advisory: 'CWE-265', target: host, outcome: isThrough ? 'succeeded' : 'refused' });
    // A server that is held answers nothing more.
    if (outcome === undefined) break;
  }
  return outcomes;
}

/** What scripts try against the sandbox itself, on both hosts: every guard, and every script of the corpus. */
export async function runSandboxAttacks(): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const ms of [timeoutMs, shortMs]) {
    const project = escapeProject(ms);
    try {
      for (const host of hosts) {
        const server = await project.start(host, { env });
        try {
          if (ms === shortMs) outcomes.push(...(await tryCorpus(host, server)));
          else
            for (const attack of sandboxAttacks)
              if ((attack.hosts ?? hosts).includes(host)) outcomes.push(await attackBy(host, attack, server));
        } finally {
          await server.kill();
        }
      }
    } finally {
      project.remove();
    }
  }
  return outcomes;
}

/** Takes one guard of the sandbox after the other out of a built bundle, on the first host that has it. */
export async function runSandboxRemovals(told: (one: Removal) => void = () => undefined): Promise<readonly Removal[]> {
  const project = escapeProject(timeoutMs);
  const outcomes: Removal[] = [];
  try {
    for (const host of hosts) {
      const whole = await project.start(host, { env, request: { build: { minify: false } } });
      await whole.kill();
      for (const attack of sandboxAttacks.filter((one) => (one.hosts ?? hosts)[0] === host)) {
        const folder = `${whole.folder}-without`;
        cpSync(whole.folder, folder, { recursive: true });
        takeOut(folder, attack);
        const bare = await startFolder(host, { folder, name: 'many', root: project.root }, { env });
        try {
          const outcome = { attack: attack.name, opens: await attack.go(bare) };
          outcomes.push(outcome);
          told(outcome);
        } finally {
          await bare.kill();
          rmSync(folder, { recursive: true });
        }
      }
    }
    return outcomes;
  } finally {
    project.remove();
  }
}
