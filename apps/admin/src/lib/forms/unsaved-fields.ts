import { createContext } from 'react'

/**
 * Of the form dialog around: its fields that save themselves when they are left, while they hold what is not saved. They are asked
 * about before the form is closed, and it is not sent with them. Undefined outside of such a form.
 */
export const UnsavedFields = createContext<Set<HTMLElement> | undefined>(undefined)
