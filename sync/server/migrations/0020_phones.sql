CREATE TABLE "text_answers" (
	"vendor" text NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "text_answers_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "signs_in" boolean DEFAULT true NOT NULL;