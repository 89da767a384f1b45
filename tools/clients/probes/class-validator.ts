import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, registerDecorator, validate } from 'class-validator';

class Person {
  name = '';
}
registerDecorator({
  name: 'long',
  target: Person,
  propertyName: 'name',
  validator: { validate: (value: unknown) => typeof value === 'string' && value.length > 2, defaultMessage: () => 'too short' },
});

export async function probe(): Promise<string> {
  const [fault] = await validate(plainToInstance(Person, { name: 'A' }));
  return `${Object.values(fault?.constraints ?? {}).join()} ${getMetadataStorage().hasValidationMetadata}`;
}
