import { Service, Tool, ToolContext } from '@service/sdk/define';
import { z } from 'zod';
import { createApplication } from '../../../src/runtime/features/application/compose.ts';
import { legacySse } from '../../../src/runtime/features/legacy-sse.ts';
import { readiness } from '../../../src/runtime/features/readiness.ts';
import { sessions } from '../../../src/runtime/features/sessions.ts';
import { collect, serverModelOf } from '../../../src/runtime/entries/index.ts';
import { runHttp, type HttpRun } from '../../../src/runtime/hosts/run-http.ts';
import { listeningCapabilities } from '../../../src/runtime/http/http-settings.ts';
import { createServerRuntime } from '../../../src/runtime/mcp/call/create-server-runtime.ts';
import { allRevisions } from '../../../src/runtime/mcp/revisions/all.ts';
import { readEnvironment } from '../../../src/runtime/options/env.ts';
import { silentLogger } from '../../../src/runtime/std/index.ts';

const inputSchema = z.object({ a: z.number(), b: z.number() });

@Tool({ name: 'add', description: 'Adds', inputSchema, outputSchema: z.object({ sum: z.number() }) })
class Add extends ToolContext {
  execute({ a, b }: z.infer<typeof inputSchema>) {
    return { sum: a + b };
  }
}

@Service({ info: { name: 'path', version: '1' }, tools: [Add] })
class Server {}

/** What a build plans for a server of one tool that needs nothing else. */
const features = [sessions, legacySse, readiness];

/** The server as its bundle is put together, from the sources. */
export async function serveSmallest(): Promise<HttpRun> {
  const { model } = serverModelOf(await collect(Server));
  const environment = readEnvironment({});
  const runtime = await createServerRuntime(Server, {
    constants: { model },
    logger: silentLogger,
    steps: {},
  });
  const application = createApplication({
    runtime,
    revisions: allRevisions,
    features,
    environment,
    logger: silentLogger,
    capabilities: listeningCapabilities,
  });
  return runHttp(application, { port: 0, bodyTimeoutMs: environment.SERVICE_BODY_TIMEOUT_SECONDS * 1000 });
}
