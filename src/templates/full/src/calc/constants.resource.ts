import { resource } from '@service/sdk';

export const constants = resource({
  name: 'constants',
  uri: 'calc://constants',
  description: 'Numbers worth knowing.',
  mimeType: 'application/json',
})(() => ({ pi: Math.PI, e: Math.E }));
