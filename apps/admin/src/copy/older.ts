import { counted } from './counted.ts'

/** What a list leaves out at its end. */
export const older = (count: number) => counted(count, 'older one')
