/* The dashboard of built bundles, on node and on a worker: its page, its MCP endpoint, and who may see them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseWire } from '../support/wire-client.ts';
import { ask, callDashboard, dashboardProject, visit } from './dashboard-project.ts';

interface Graph {
  readonly nodes: readonly { readonly id: string; readonly type: string; readonly label: string }[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly type: string }[];
}

const namesOf = (text: string): unknown => {
  const tools: unknown = Reflect.get(Object(parseWire(text).result), 'tools');
  return Array.isArray(tools) ? tools.map((one) => Reflect.get(Object(one), 'name') as unknown) : text;
};

test('[PD2] [PD8] the endpoint has three tools, the main endpoint none of them', async () => {
  const made = dashboardProject('{ enabled: true }');
  try {
    for (const target of ['node', 'worker'] as const) {
      const server = await made.start(target);
      try {
        assert.equal(namesOf((await ask(server)).text), ['dashboard:graph', 'dashboard:list-tools', 'dashboard:list-resources']);
        assert.equal(namesOf((await ask(server, { path: '/mcp' })).text), ['ping', 'rate', 'stamp']);
        const { edges, nodes } = await callDashboard<Graph>(server, 'graph');
        const ids = new Set(nodes.map(({ id }) => id));
        assert.ok(edges.every(({ source, target: to }) => ids.has(source) && ids.has(to)));
        assert.is((await visit(server)).status, 200);
      } finally {
        await server.stop();
      }
    }
  } finally {
    made.remove();
  }
});

test.run();
