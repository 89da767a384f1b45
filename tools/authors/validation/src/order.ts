import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsDate, IsEmail, IsInt, Max, Min, ValidateNested } from 'class-validator';

export class Line {
  @Min(1)
  @IsInt()
  amount: number;
}

/** A parameter decorator that reads the types of its method while it is applied, as dependency injection and routing libraries do. */
export const typed: string[] = [];
function Typed(): ParameterDecorator {
  return (target, key, index) => {
    const types: unknown = key === undefined ? undefined : Reflect.getMetadata('design:paramtypes', target, key);
    const type: unknown = Array.isArray(types) ? types[index] : undefined;
    typed.push(typeof type === 'function' ? type.name : String(type));
  };
}

export class Order {
  @IsEmail()
  customer: string;

  @Max(100)
  @IsInt()
  discount: number;

  @IsDate()
  placed: Date;

  @ValidateNested()
  @Type(() => Line)
  lines: Line[];

  total(@Typed() price: number, @Typed() line: Line): number {
    return price * line.amount;
  }
}
