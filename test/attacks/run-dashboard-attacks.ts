import { cpSync } from 'node:fs';
import { token } from '../dashboard/dashboard-project.ts';
import { pluginProject } from '../plugins/plugin-project.ts';
import { bootHttp } from '../support/boot/node.ts';
import type { AttackOutcome } from './attack.ts';
import { dashboardAttacks, hostileName, slowName } from './dashboard-attacks.ts';
import { attackServer } from './server-attack.ts';
import { takeOut } from './take-out.ts';

const name = 'attacked';
const env = { DASHBOARD_TOKEN: token, SERVICE_LOG_LEVEL: 'debug' };

const attackedProject = () =>
  pluginProject(
    name,
    `import { App, Service, tool } from '@service/sdk';
import { DashboardPlugin } from '@service/plugin-dashboard';
const slow = tool({ name: '${slowName}', description: 'Has a long name.' })(() => 1);
@App({ id: 'hostile', name: ${JSON.stringify(hostileName)}, tools: [slow] })
class Hostile {}
@Service({
  info: { name: '${name}', version: '1.0.0' },
  apps: [Hostile],
  plugins: [DashboardPlugin.init({ enabled: true, basePath: '/admin', auth: { enabled: true, tokenEnv: 'DASHBOARD_TOKEN' } })],
  http: { security: { strict: true } },
})
export class Server {}
`,
  );

/** Every attack on a built dashboard. */
export const runDashboardAttacks = (target: 'node' | 'worker' = 'node'): Promise<AttackOutcome[]> =>
  attackServer(attackedProject(), 'dashboard', { attacks: dashboardAttacks, start: { env }, target });

/** Takes the guard of one attack after the other out of a built bundle. @returns attacks that are refused all the same */
export async function attacksThatStayShut(): Promise<readonly string[]> {
  const made = attackedProject();
  try {
    const whole = await made.start('node', { env, request: { build: { minify: false } } });
    await whole.stop();
    const shut: string[] = [];
    for (const { go, name: attack, without } of dashboardAttacks) {
      if (without === undefined) continue;
      const folder = `${whole.folder}-without`;
      cpSync(whole.folder, folder, { recursive: true });
      takeOut(folder, { name: attack, without });
      const bare = await bootHttp({ folder, name, env });
      const isOpen = await go({ port: Number(new URL(bare.url).port), log: () => bare.output.stderr });
      await bare.stop('SIGKILL');
      if (!isOpen) shut.push(attack);
    }
    return shut;
  } finally {
    made.remove();
  }
}
