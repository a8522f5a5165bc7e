import { limitCatalogue } from '../core/limits/limit-catalogue.js';
import { limitFields, type FieldGroup } from './field-group.js';

const identity: FieldGroup = {
  title: 'Vector index',
  fields: {
    id: { name: 'Id', meaning: 'text', explanation: 'Identifies the index.' },
    index_type: { name: 'Kind', meaning: 'text', explanation: 'The kind of vectors: dense, sparse or both.' },
    type: { name: 'Plan', meaning: 'text', explanation: 'The payment plan. The limits depend on it.' },
    reserved_price: {
      name: 'Price',
      meaning: 'count',
      explanation: 'The price per month of a fixed plan. The API documents no currency.',
    },
    region: { name: 'Region', meaning: 'text', explanation: 'The region of the index.' },
    creation_time: { name: 'Created', meaning: 'time', explanation: 'When the index was created.' },
    customer_id: { name: 'Owner', meaning: 'text', explanation: 'The account that owns the index.' },
  },
};

const vectors: FieldGroup = {
  title: 'Vectors',
  fields: {
    dimension_count: { name: 'Dimensions', meaning: 'count', explanation: 'The number of dimensions of a vector.' },
    similarity_function: {
      name: 'Similarity',
      meaning: 'text',
      explanation: 'The function that compares two vectors.',
    },
    embedding_model: {
      name: 'Embedding model',
      meaning: 'text',
      explanation: 'The model that embeds text as dense vectors.',
    },
    sparse_embedding_model: {
      name: 'Sparse model',
      meaning: 'text',
      explanation: 'The model that embeds text as sparse vectors.',
    },
  },
};

const connection: FieldGroup = {
  title: 'Connection',
  fields: {
    endpoint: { name: 'REST endpoint', meaning: 'text', explanation: 'The address for clients.' },
    // The tokens are credentials.
    token: { name: 'Token', meaning: 'text', explanation: 'Grants access over REST.' },
    read_only_token: { name: 'Read-only token', meaning: 'text', explanation: 'Grants read access over REST.' },
  },
};

const limits: FieldGroup = { title: 'Limits', fields: limitFields(limitCatalogue.index) };

/** Every documented field of a vector index (api.md, Vector index record) except its name and its throughput, which is a series. */
export const indexGroups: readonly FieldGroup[] = [identity, vectors, connection, limits];
