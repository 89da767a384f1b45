// Loaded before a server, original and migrated alike: no name resolves, and every fetch answers with what was asked.
import dns from 'node:dns';
import http from 'node:http';

const unknown = (host) => Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', hostname: host });
const lookup = dns.lookup;
dns.lookup = (host, options, done = options) =>
  ['127.0.0.1', 'localhost'].includes(host) ? lookup(host, options, done) : process.nextTick(() => done(unknown(host)));

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  return Response.json({ url: request.url, method: request.method, body: await request.text(), ok: true });
};

// Examples listen on ports of their own choice; here they get a free one and say which.
const { listen } = http.Server.prototype;
http.Server.prototype.listen = function (...given) {
  const done = given.find((argument) => typeof argument === 'function');
  return listen.call(this, 0, '127.0.0.1', () => {
    process.stderr.write(`listening on ${this.address().port}\n`);
    done?.();
  });
};
