import matter from 'gray-matter';

export const probe = (): string => String(matter('---\ntitle: Hello\n---\ntext').data['title']);
