import type { IncomingMessage } from 'node:http';
import { addressShareOf } from '../web/address-share.ts';

/** The address whose share a request of `node:http` uses; undefined where addresses tell nobody apart. */
export const ownerOf = ({ headers, socket }: IncomingMessage): string | undefined =>
  addressShareOf({
    peerAddress: socket.remoteAddress,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'string' ? value : value?.[0];
    },
  });
