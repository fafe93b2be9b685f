import { writeTypes } from './types-of-document.ts'

await writeTypes()
