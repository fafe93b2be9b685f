import { createContext } from 'react'

/**
 * Of the form dialog around: its fields that save themselves when they are left, while they hold what is not saved, each with what
 * saves it, which answers false where it cannot. They are asked about before the form is closed, and saved before it is sent.
 * Undefined outside of such a form.
 */
export const UnsavedFields = createContext<Map<HTMLElement, () => boolean> | undefined>(undefined)
