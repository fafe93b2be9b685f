import type { Category } from '@marashi/domain/contracts/catalogue'
import { Field, Input, Select, TextArea } from '@marashi/ui/field'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { productsCopy } from '../../copy/products.ts'
import { typedNumber } from '../../lib/forms/typed-number.ts'
import type { ProductFields } from './product-fields.ts'
import styles from './product-inputs.module.css'
import { UploadControl } from './upload-control.tsx'
import type { useUpload } from './use-upload.ts'

const copy = productsCopy.form

/** The inputs of the product form, the upload of a picture with them. */
export function ProductInputs({
  register,
  errors,
  categories,
  upload,
  hasImage,
}: {
  register: UseFormRegister<ProductFields>
  errors: FieldErrors<ProductFields>
  categories: readonly Category[]
  upload: ReturnType<typeof useUpload>
  hasImage: boolean
}) {
  return (
    <>
      <Field label={copy.name} error={errors.name?.message}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label={copy.description} error={errors.description?.message}>
        <TextArea rows={3} {...register('description')} />
      </Field>
      <div className={styles.pair}>
        <Field label={copy.price} hint={copy.priceHint} error={errors.price?.message}>
          <Input inputMode="decimal" autoComplete="off" {...register('price', { setValueAs: typedNumber })} />
        </Field>
        <Field
          label={copy.originalPrice}
          isOptional
          hint={copy.originalPriceHint}
          error={errors.originalPrice?.message}
        >
          <Input inputMode="decimal" autoComplete="off" {...register('originalPrice', { setValueAs: typedNumber })} />
        </Field>
      </div>
      <Field label={copy.category} error={errors.categoryId?.message}>
        <Select {...register('categoryId')}>
          <option value="">{copy.chooseCategory}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <fieldset className={styles.picture}>
        <legend className={styles.legend}>{productsCopy.upload.label}</legend>
        <UploadControl state={upload.state} hasImage={hasImage} onFile={upload.start} onCancel={upload.cancel} />
        <Field label={copy.image} hint={copy.imageHint} error={errors.image?.message}>
          <Input type="url" inputMode="url" autoComplete="off" {...register('image')} />
        </Field>
      </fieldset>
      <label className={styles.check}>
        <input type="checkbox" {...register('isNew')} />
        {copy.isNew}
      </label>
    </>
  )
}
