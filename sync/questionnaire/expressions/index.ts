export { ExpressionError, type ExpressionFailure } from './expression-error.ts';
export { createExpressionEngine, type ExpressionEngineOptions } from './fhirpath-engine.ts';
export { type Answers, type Target, toAnswers } from './to-answers.ts';
export { readCondition, readConstraint, type Truth } from './truth.ts';
