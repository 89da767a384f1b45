// The least that a Node server can do for a call: read the body, answer fixed bytes.
const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');

const body = process.env.BENCH_BODY === undefined ? '{"jsonrpc":"2.0","id":1,"result":{}}' : readFileSync(process.env.BENCH_BODY, 'utf8');
const length = Buffer.byteLength(body);

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
    response.end(body);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
