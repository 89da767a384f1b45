// The least that a Node server can do for a document that its reader has already: compare the tag, answer 304 with the card's headers.
const { createServer } = require('node:http');

const etag = process.env.BENCH_ETAG;
const headers = {
  etag,
  'cache-control': 'public, max-age=3600',
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
};

createServer((request, response) => {
  response.writeHead(request.headers['if-none-match'] === etag ? 304 : 200, headers);
  response.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
