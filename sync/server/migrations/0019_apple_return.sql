ALTER TABLE "apple_attempts" ADD COLUMN "links" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "apple_attempts" ADD COLUMN "return_to" "bytea";--> statement-breakpoint
ALTER TABLE "apple_attempts" ADD COLUMN "outcome" text;