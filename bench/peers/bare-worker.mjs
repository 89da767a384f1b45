// The least that a worker can do for a call: read the body, answer fixed bytes.
import body from 'answer.json';

export default {
  async fetch(request) {
    await request.text();
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  },
};
