import protobuf from 'protobufjs';

export function probe(): string {
  const { root } = protobuf.parse('syntax = "proto3"; message Person { string name = 1; }');
  const Person = root.lookupType('Person');
  return String(Person.toObject(Person.decode(Person.encode({ name: 'Ada' }).finish()))['name']);
}
