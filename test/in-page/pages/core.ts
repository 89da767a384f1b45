/* The least that a page with tools of its own imports. */
import { createInPage, tool } from '@service/sdk/in-page';

const hello = tool({ name: 'hello', description: 'Says hello.' })(() => ({ text: 'hello' }));
Object.assign(globalThis, { scene: createInPage({ info: { name: 'core', version: '1.0.0' }, tools: [hello] }) });
