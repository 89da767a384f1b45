export function openOfficial(transport: object, heard?: () => void): Promise<object>;
