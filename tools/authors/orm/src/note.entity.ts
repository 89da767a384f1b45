import { Column, Entity, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { Author } from './author.entity.ts';
import { type Label, Priority } from './priority.ts';

@Entity()
export class Note {
  @PrimaryGeneratedColumn()
  id: number;

  @Column()
  title: Label;

  @Column()
  priority: Priority;

  @Column()
  done: boolean;

  @Column()
  due: Date;

  @ManyToOne(() => Author, (author) => author.notes, { eager: true })
  author: Author;
}
