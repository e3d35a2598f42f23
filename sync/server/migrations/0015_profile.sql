CREATE TABLE "person_edits" (
	"vendor" text NOT NULL,
	"op_id" uuid NOT NULL,
	"person" uuid NOT NULL,
	"device" text NOT NULL,
	"outcome" text NOT NULL,
	"change" text NOT NULL,
	"before" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_edits_vendor_op_id_pk" PRIMARY KEY("vendor","op_id")
);
--> statement-breakpoint
CREATE TABLE "person_records" (
	"vendor" text NOT NULL,
	"person" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"version" uuid NOT NULL,
	"body" text NOT NULL,
	"proven" boolean DEFAULT false NOT NULL,
	CONSTRAINT "person_records_vendor_person_kind_id_pk" PRIMARY KEY("vendor","person","kind","id")
);
--> statement-breakpoint
CREATE INDEX "person_edits_person" ON "person_edits" USING btree ("vendor","person");