import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import styles from './field.module.css'

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

const FieldContext = createContext<ControlProps | null>(null)

/**
 * A labelled form control. Connects label, hint and error with the `Input`, `Select` or `TextArea` inside it; no other
 * code sets `aria-describedby`.
 */
export function Field({
  label,
  hint,
  error,
  isOptional = false,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  isOptional?: boolean
  children: ReactNode
}) {
  const controlId = useId()
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  const controlProps: ControlProps = {
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
      <FieldContext value={controlProps}>{children}</FieldContext>
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
  const controlProps = useContext(FieldContext)
  return <input {...controlProps} {...props} className={`${styles.control} ${props.className ?? ''}`} />
}

/** A box for several lines; see `Input` for its name. */
export function TextArea(props: ComponentProps<'textarea'>) {
  const controlProps = useContext(FieldContext)
  return (
    <textarea
      rows={5}
      {...controlProps}
      {...props}
      className={`${styles.control} ${styles.area} ${props.className ?? ''}`}
    />
  )
}

/** A native select, so that a phone shows its own picker; see `Input` for its name. */
export function Select(props: ComponentProps<'select'>) {
  const controlProps = useContext(FieldContext)
  return (
    <select {...controlProps} {...props} className={`${styles.control} ${styles.select} ${props.className ?? ''}`} />
  )
}
