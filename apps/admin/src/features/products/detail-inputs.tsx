import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Field, Input } from '@marashi/ui/field'
import type { FieldError, FieldErrors, UseFormRegister } from 'react-hook-form'
import { productsCopy } from '../../copy/products.ts'
import type { ProductFields } from './product-fields.ts'
import styles from './product-inputs.module.css'

const copy = productsCopy.form

/** What the product's own page shows where it is filled: concentration, size and notes. */
export function DetailInputs({
  register,
  errors,
}: {
  register: UseFormRegister<ProductFields>
  errors: FieldErrors<ProductFields>
}) {
  return (
    <>
      <div className={styles.pair}>
        <Field label={copy.concentration} isOptional error={errors.concentration?.message}>
          <Input autoComplete="off" placeholder={copy.concentrationExample} {...register('concentration')} />
        </Field>
        <Field label={copy.ml} isOptional error={errors.ml?.message}>
          <Input inputMode="numeric" autoComplete="off" {...register('ml', { setValueAs: typedNumber })} />
        </Field>
      </div>
      <fieldset className={styles.picture}>
        <legend className={styles.legend}>{copy.notes}</legend>
        <p className={styles.hint}>{copy.notesHint}</p>
        {(['notesTop', 'notesHeart', 'notesBase'] as const).map((name) => (
          <Field key={name} label={copy[name]} isOptional error={noteProblem(errors[name])}>
            <Input autoComplete="off" {...register(name)} />
          </Field>
        ))}
      </fieldset>
    </>
  )
}

/** The message of the list, or of the first note in it that is wrong. */
function noteProblem(error: FieldError | undefined): string | undefined {
  if (!error || error.message) return error?.message
  return Object.values(error as unknown as Record<string, FieldError | undefined>).find((each) => each?.message)
    ?.message
}
