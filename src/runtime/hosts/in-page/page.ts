import { assemblyStepsOf } from '../../features/application/define-feature.ts';
import { assemble, loggingOf } from '../../mcp/assembly/assemble.ts';
import type { HostedServer } from '../host.ts';
import { openPage } from './open-page.ts';
import { PageServer } from './page-server.ts';

/** The server of a bundle for pages: the default export of its module. It begins when the module is loaded. */
export const createPage = (hosted: HostedServer): PageServer =>
  new PageServer(async () => {
    const logging = loggingOf(hosted.server, hosted.constants, assemblyStepsOf(hosted.features));
    return openPage({ hosted, assemble, logging });
  });
