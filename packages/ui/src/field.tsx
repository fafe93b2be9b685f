import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import styles from './field.module.css'

type FieldTies = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

const FieldContext = createContext<FieldTies | null>(null)

/**
 * A labelled form control. Ties label, hint and error to the `Input`, `Select` or `TextArea` inside it; nobody else
 * writes an `aria-describedby`. `id` lets an error summary link to the control.
 */
export function Field({
  label,
  hint,
  error,
  isOptional = false,
  id,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  id?: string
  children: ReactNode
}) {
  const generated = useId()
  const controlId = id ?? generated
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  const ties: FieldTies = {
    id: controlId,
    'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={controlId} className={styles.label}>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldContext value={ties}>{children}</FieldContext>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A one-line text box. Inside a `Field` it takes its name and error from there; alone it needs an `aria-label`. */
export function Input(props: ComponentProps<'input'>) {
  const ties = useContext(FieldContext)
  return <input {...ties} {...props} className={`${styles.control} ${props.className ?? ''}`} />
}

/** A box for several lines; see `Input` for its name. */
export function TextArea(props: ComponentProps<'textarea'>) {
  const ties = useContext(FieldContext)
  return (
    <textarea rows={5} {...ties} {...props} className={`${styles.control} ${styles.area} ${props.className ?? ''}`} />
  )
}

/** A native select, so that a phone shows its own picker; see `Input` for its name. */
export function Select(props: ComponentProps<'select'>) {
  const ties = useContext(FieldContext)
  return <select {...ties} {...props} className={`${styles.control} ${styles.select} ${props.className ?? ''}`} />
}
