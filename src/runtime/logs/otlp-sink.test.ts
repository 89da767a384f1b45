import { createServer } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../test/support/listen.ts';
import { OtlpSink } from './otlp-sink.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

/** The records as the collector gets them. */
async function sent(...given: readonly Readonly<Record<string, unknown>>[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  let body = '';
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (body += chunk.toString())).on('end', () => response.end());
  });
  const endpoint = `http://127.0.0.1:${await listen(collector)}/v1/logs`;
  try {
    const sink = new OtlpSink({ endpoint }, { name: 'shop', version: '1.0.0' });
    for (const fields of given) sink.take({ time: new Date(0), level: 'info', name: '', message: 'sold', fields });
    await sink.flush();
  } finally {
    collector.close();
  }
  const { resourceLogs } = JSON.parse(body) as { resourceLogs: [{ scopeLogs: [{ logRecords: Readonly<Record<string, unknown>>[] }] }] };
  return resourceLogs[0].scopeLogs[0].logRecords;
}

test('[S5.10.log.trace] the ids of a span are in the fields that OTLP has for them', async () => {
  const [record] = await sent({ sku: 'a-1', trace_id: trace, span_id: span });
  assert.is(record?.['traceId'], trace);
  assert.is(record?.['spanId'], span);
  assert.equal(record?.['attributes'], [{ key: 'sku', value: { stringValue: 'a-1' } }]);
});

test('[S5.10.log.trace] what an author logs under those names and is no id stays an attribute', async () => {
  const records = await sent({ trace_id: 'of order 7', span_id: span }, { trace_id: '0'.repeat(32), span_id: span }, { trace_id: trace });
  for (const record of records) {
    assert.not.ok('traceId' in record);
    assert.not.ok('spanId' in record);
    assert.match(JSON.stringify(record['attributes']), 'trace_id');
  }
});

test.run();
